import type { Control, Scope } from './organization';
import { stableId } from './stableId';

const REGIONS = ['EMEA', 'North America', 'Latin America', 'Asia Pacific', 'Group Functions'];
const UNITS = ['Retail', 'Wholesale', 'Logistics', 'Digital', 'Finance'];
const CITIES = ['Berlin', 'Lyon', 'Milan', 'Porto'];
const TEAMS = ['Operations', 'Technology'];

/** Date of the sample data. */
const SAMPLE_DAY = '2026-01-05T08:00:00.000Z';

/**
 * 300 scopes on four levels: 5 regions, 25 units, 90 sites and 180 teams; every twentieth site is
 * archived with its teams.
 */
export function sampleScopes(): Scope[] {
	const scopes: Scope[] = [];
	const add = (parent: Scope | null, name: string, status = 'active') => {
		const pathNames = [...(parent?.pathNames ?? []), name];
		const id = stableId('scope', ...pathNames);
		const scope: Scope = {
			id,
			name,
			owner: `user-${(scopes.length % 40) + 1}`,
			description: `${pathNames.join(', ')} in the sample organization`,
			parentId: parent?.id ?? null,
			pathIds: [...(parent?.pathIds ?? []), id],
			pathNames,
			status,
			customFields: {},
			createdOn: SAMPLE_DAY,
			updatedOn: SAMPLE_DAY,
		};
		scopes.push(scope);
		return scope;
	};
	let sites = 0;
	for (const regionName of REGIONS) {
		const region = add(null, regionName);
		for (const [unitIndex, unitName] of UNITS.entries()) {
			const unit = add(region, unitName);
			for (const city of CITIES.slice(0, unitIndex < 3 ? 4 : 3)) {
				sites++;
				const status = sites % 20 === 0 ? 'archived' : 'active';
				const site = add(unit, city, status);
				for (const team of TEAMS) add(site, team, status);
			}
		}
	}
	return scopes;
}

const FAMILIES = [
	['AC', 'Access control'],
	['AT', 'Awareness and training'],
	['AU', 'Audit and accountability'],
	['CM', 'Configuration management'],
	['CP', 'Contingency planning'],
	['IR', 'Incident response'],
	['PE', 'Physical protection'],
	['RA', 'Risk assessment'],
	['SC', 'System and communications protection'],
	['SI', 'System and information integrity'],
] as const;

/** 400 controls in ten families; every tenth retired, every seventh not linkable. */
export function sampleControls(): Control[] {
	return Array.from({ length: 400 }, (_, index) => {
		const [code, family] = FAMILIES[index % FAMILIES.length] ?? FAMILIES[0];
		const number = Math.floor(index / FAMILIES.length) + 1;
		const controlIdentifier = `${code}-${String(number).padStart(2, '0')}`;
		return {
			id: stableId('control', controlIdentifier),
			controlType: 'control',
			controlIdentifier,
			name: `${family} ${number}`,
			owner: `user-${(index % 40) + 1}`,
			status: index % 10 === 9 ? 'retired' : 'active',
			freshness: 'fresh',
			canLink: index % 7 !== 6,
		};
	});
}
