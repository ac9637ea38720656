import { DateTime } from 'luxon';
import fc from 'fast-check';

import { GrcOAuth2Api } from '../../credentials/GrcOAuth2Api.credentials';
import { readDates } from '../../nodes/TprmVendor/actions/dateEvidence';
import { dateToIso } from '../../nodes/TprmVendor/actions/organizationDates';

const berlin = {
	organizationTimeZone: 'Europe/Berlin',
	organizationDateFormat: 'dd-MM-yyyy',
};

describe('one value', () => {
	it.each([
		['31-03-2027', '2027-03-31'],
		['29-02-2028', '2028-02-29'],
		['30-06-2026 09:30:00', '2026-06-30T09:30:00+02:00'],
		['15-01-2026 00:00:00', '2026-01-15T00:00:00+01:00'],
	])('%s is %s', (text, iso) => expect(dateToIso(text, berlin)).toBe(iso));

	it.each([
		['a day that does not exist', '31-02-2027'],
		['an hour that the clocks skip', '29-03-2026 02:30:00'],
		['another format', '2027-03-31'],
		['another order', '03-31-2027'],
		['one digit', '1-3-2027'],
		['a time without seconds', '31-03-2027 10:00'],
		['24 hours', '31-03-2027 24:00:00'],
		['slashes', '31/03/2027'],
		['blanks around it', ' 31-03-2027'],
		['more text', 'until 31-03-2027'],
		['ISO 8601', '2027-03-31T10:00:00Z'],
		['other digits', '٣١-٠٣-٢٠٢٧'],
		['nothing', ''],
	])('%s stays as it is', (_, text) => expect(dateToIso(text, berlin)).toBeUndefined());

	it('is read as the choice in the credential shows it', () => {
		const { properties } = new GrcOAuth2Api();
		const { options = [] } = properties.find(({ name }) => name === 'organizationDateFormat') ?? {};
		expect(options).toHaveLength(3);
		for (const option of options) {
			const text = option.name.replace('DD', '31').replace('MM', '03').replace('YYYY', '2027');
			const organizationDateFormat = 'value' in option ? String(option.value) : '';
			expect(dateToIso(text, { ...berlin, organizationDateFormat })).toBe('2027-03-31');
		}
	});

	it('every moment that the clocks show once comes back, whatever the zone and format', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 4_000_000_000 }),
				fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
				fc.constantFrom('dd-MM-yyyy', 'MM-dd-yyyy', 'yyyy-MM-dd'),
				(seconds, timeZone, dateFormat) => {
					const moment = DateTime.fromSeconds(seconds, { zone: timeZone });
					const written = moment.toFormat(`${dateFormat} HH:mm:ss`);
					const organizationTimeZone = timeZone;
					const dates = { organizationTimeZone, organizationDateFormat: dateFormat };
					const iso = dateToIso(written, dates) ?? '';
					const read = DateTime.fromISO(iso, { setZone: true });
					// Where the clocks are put back, an hour is shown twice and cannot be told apart.
					const off = Math.abs(read.toSeconds() - seconds);
					expect(off === 0 || (off <= 3600 && moment.getPossibleOffsets().length > 1)).toBe(true);
				},
			),
		);
	});
});

describe('a whole answer', () => {
	it('is searched to any depth and left as it is', () => {
		const answer = {
			name: '01-02-2026',
			n: 5,
			none: null,
			dates: ['31-03-2027', { started_at: '31-03-2027 10:00:00' }],
		};
		const before = structuredClone(answer);
		expect(readDates([answer], berlin).convert(answer)).toEqual({
			name: '2026-02-01',
			n: 5,
			none: null,
			dates: ['2027-03-31', { started_at: '2027-03-31T10:00:00+02:00' }],
		});
		expect(answer).toEqual(before);
	});
});
