import { isPing } from '../../../nodes/TprmVendorTrigger/decide';

it.each([
	'ping',
	'PING',
	'webhook.ping',
	'webhook.test',
	'webhook.verification',
	'endpoint.verification',
	'endpoint_verification',
	'endpoint-ping',
])('%s is taken for a ping', (name) => {
	expect(isPing(name)).toBe(true);
});

it.each([
	'vendor.created',
	'vendor.verification',
	'vendor.test',
	'risk.ping',
	'vendor_ping',
	'shipping',
	'mapping',
	'ping.sent',
	'webhook.pings',
	'webhook.created',
	'webhook',
	'test',
])('%s is not taken for a ping', (name) => {
	expect(isPing(name)).toBe(false);
});
