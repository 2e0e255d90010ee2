import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

/** A node's panel as n8n shows it for given values: it hides what the display conditions hide, at every level. */
export class Panel {
	constructor(
		private readonly description: INodeTypeDescription,
		private readonly given: INodeParameters,
	) {}

	/** The fields at the top level that show. */
	fields(): INodeProperties[] {
		return this.description.properties.filter(
			(property) => property.type !== 'hidden' && this.shows(property, this.given),
		);
	}

	/** The fields of that name that show; more than one would be a mistake. */
	field(name: string): INodeProperties[] {
		return this.fields().filter((property) => property.name === name);
	}

	/** The fields inside a collection that show, with what was added to it. */
	inCollection(name: string, added: INodeParameters = {}): INodeProperties[] {
		return this.field(name)
			.flatMap(({ options = [] }) => options)
			.filter((option): option is INodeProperties => 'type' in option && this.shows(option, added));
	}

	/** The entries of a list that show. */
	choices(list: INodeProperties): INodePropertyOptions[] {
		return (list.options ?? [])
			.filter((option): option is INodePropertyOptions => 'value' in option && !('type' in option))
			.filter((option) => this.shows(option, this.given));
	}

	/** Values of the entries of a list at the top level that show. */
	values(name: string): unknown[] {
		return this.field(name).flatMap((list) => this.choices(list).map(({ value }) => value));
	}

	private shows(property: INodeProperties | INodePropertyOptions, holder: INodeParameters): boolean {
		const node = { typeVersion: 1 };
		return NodeHelpers.displayParameter(holder, property, node, this.description, this.given);
	}
}

/** Every field of a node, at all levels. */
export function allFields(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inner = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [property, ...allFields(inner)];
	});
}
