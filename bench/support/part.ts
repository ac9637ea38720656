import type { N8n, Settings } from './n8n';
import type { BenchWorkflow } from './workflows';

/** A part of the benchmark that is measured in a real n8n, which it may share with other parts. */
export interface Part {
	workflows: BenchWorkflow[];
	/** What n8n and the credential need for it. */
	settings: Settings;
	/** Measures, prints, and keeps the figures. */
	measure: (n8n: N8n) => Promise<void>;
	/** Ends the services that it started. */
	stop?: () => void;
}
