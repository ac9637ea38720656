import type { TemporaryInstance } from '../server/temporary';
import type { Editor } from './editor';
import type { Frame } from './pictures';
import { Recorder } from './recorder';
import { sendTestEvent } from './testEvent';

const TRIGGER_WORKFLOW = 'rating-dropped-ticket';
const EVENT = 'vendor.risk_rating_changed';

/** The moving picture of the README: from an empty canvas to a run, and an event that starts one. */
export async function tour(editor: Editor, instance: TemporaryInstance): Promise<Frame[]> {
	const { page } = editor;
	const recorder = new Recorder(page);
	await page.goto(`${instance.rest.url}/workflow/new`);
	const first = page.getByTestId('canvas-add-button').first();
	await first.waitFor();

	recorder.caption('1. Add a node');
	await recorder.frame(1_200);
	await recorder.click(first);
	const search = page.getByTestId('node-creator-search-bar');
	await search.waitFor();
	await recorder.type(search, 'scope');
	await recorder.click(
		page.getByTestId('node-creator-item-name').getByText('GRC Scope', { exact: true }),
	);
	const action = page.getByText('Update a scope', { exact: true }).first();
	await action.waitFor();
	await recorder.click(action);
	await page.getByTestId('node-parameters').waitFor();
	await recorder.frame(1_200);

	recorder.caption('2. Choose a scope');
	await recorder.click(page.getByTestId('resource-locator-scopeId').getByTestId('rlc-input'));
	const items = page.getByTestId('rlc-item').filter({ visible: true });
	await items.first().waitFor();
	await recorder.frame(1_000);
	// The list is searched once, not letter by letter as the panel is.
	await page.getByTestId('rlc-search').filter({ visible: true }).fill('EMEA / Digital / Berlin');
	const berlin = items.filter({ hasText: 'EMEA / Digital / Berlin' }).first();
	await berlin.waitFor();
	await recorder.click(berlin);
	recorder.caption('2. Choose a scope, and what to change');
	const add = page.locator('[data-test-id^="collection-parameter-add"]').first();
	await recorder.click(add);
	await recorder.click(
		page.getByText('Description', { exact: true }).filter({ visible: true }).last(),
	);
	const description = page.getByTestId('parameter-input-description').locator('input, textarea');
	await recorder.type(description.first(), 'Sites in Berlin');

	recorder.caption('3. Run it');
	await recorder.click(page.getByTestId('node-execute-button').first());
	await editor.output();
	await recorder.frame(2_500);

	await editor.openWorkflow(TRIGGER_WORKFLOW);
	recorder.caption('4. Or start workflows with events');
	await recorder.frame(1_800);
	await editor.openNode('TPRM Trigger');
	await recorder.frame(1_500);
	await editor.listen();
	recorder.caption('The trigger waits for an event …');
	await recorder.frame(1_800);
	await sendTestEvent(instance, TRIGGER_WORKFLOW, EVENT);
	await editor.sees('evt_');
	await editor.showJson();
	recorder.caption('… and the event is here');
	await recorder.frame(3_500);

	return recorder.frames;
}
