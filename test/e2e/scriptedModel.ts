import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

import express from 'express';
import type { IDataObject } from 'n8n-workflow';

/** A tool as n8n offers it to a model. */
export interface OfferedTool {
	name: string;
	description: string;
	/** JSON schema of its arguments. */
	parameters: IDataObject;
}

/** A call that the model makes. */
export interface ToolCall {
	tool: string;
	args: IDataObject;
}

/** What the model says: calls of tools, or the text that ends the conversation. */
export type Say = ToolCall[] | string;

/**
 * One turn of the model.
 *
 * @param answers what the calls of the turn before gave, in the order of the calls
 */
export type Turn = (answers: string[]) => Say;

/** A stand-in for a language model that says what its script says. */
export interface ScriptedModel {
	/** Base URL as the OpenAI credential takes it. */
	url: string;
	/** Tools that were offered, per request. */
	offers: OfferedTool[][];
	/** What tools answered, per request: nothing at first. */
	answers: string[][];
	close: () => Promise<void>;
}

/** What is read of a request of the OpenAI chat completions API. */
interface ChatRequest {
	model: string;
	stream?: boolean;
	tools?: Array<{ function: OfferedTool }>;
	messages: Array<{ role: string; content: string; tool_call_id?: string }>;
}

/**
 * Starts a service on loopback that speaks the OpenAI chat completions API, without streaming.
 *
 * @param script one turn per request; a request that it has no turn for is refused
 */
export async function startModel(script: Turn[]): Promise<ScriptedModel> {
	const offers: OfferedTool[][] = [];
	const answers: string[][] = [];
	let callIds: string[] = [];

	const app = express();
	app.use(express.json({ limit: '10mb' }));
	app.post('/v1/chat/completions', (request, response) => {
		const { model, messages, tools = [], stream }: ChatRequest = request.body;
		const turn = script[offers.length];
		if (!turn || stream) {
			const message = stream ? 'The script does not stream' : 'The script has come to its end';
			return void response.status(400).json({ error: { message } });
		}
		offers.push(tools.map((tool) => tool.function));
		const answered = callIds.map(
			(id) => messages.find((message) => message.tool_call_id === id)?.content ?? '',
		);
		answers.push(answered);
		const said = turn(answered);
		callIds = typeof said === 'string' ? [] : said.map((_, i) => `call_${offers.length}_${i}`);
		response.json(completion(model, said, callIds));
	});

	const server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		offers,
		answers,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function completion(model: string, said: Say, callIds: string[]) {
	const isText = typeof said === 'string';
	const message = isText
		? { role: 'assistant', content: said }
		: {
				role: 'assistant',
				content: null,
				tool_calls: said.map(({ tool, args }, i) => ({
					id: callIds[i],
					type: 'function',
					function: { name: tool, arguments: JSON.stringify(args) },
				})),
			};
	return {
		id: 'chatcmpl-scripted',
		object: 'chat.completion',
		created: 0,
		model,
		choices: [{ index: 0, finish_reason: isText ? 'stop' : 'tool_calls', message }],
		// Given, so that n8n need not count tokens itself.
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
