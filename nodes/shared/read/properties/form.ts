import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { FormField } from './formField';
import { parameterProperties } from './parameters';
import { requestProperties, urlField } from './request';
import { stopProperties } from './stop';

type Show = NonNullable<IDisplayOptions['show']>;

/** Every parameter of the form besides those of Options, in the order in which they are shown. */
export const FORM: FormField[] = [
	urlField,
	...[...requestProperties, ...parameterProperties, ...stopProperties].map(
		({ field, property }) => ({ field, property: shownWithForm(property) }),
	),
];

/** The form as n8n shows it. */
export const formProperties: INodeProperties[] = FORM.map(({ property }) => property);

function shownWithForm(property: INodeProperties): INodeProperties {
	const show: Show = { source: ['fields'], ...property.displayOptions?.show };
	return { ...property, displayOptions: { ...property.displayOptions, show } };
}
