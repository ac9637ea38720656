/** What goes wrong with one delivery on its way through n8n. */
export type DeliveryFault =
	| 'none'
	/** The connection breaks before n8n has seen anything. */
	| 'resetBefore'
	/** Something in front of n8n answers 502. */
	| 'badGateway'
	/** n8n cannot start the run and answers 500. */
	| 'startFails'
	/** n8n does all its work, and its answer gets lost on the way. */
	| 'answerLost'
	/** The process dies between starting the run and the answer. */
	| 'dies';

/** Which line of n8n is imitated: before 2.8 a delivery was answered before its run was started. */
export type N8nLine = '1.x' | '2.x';
