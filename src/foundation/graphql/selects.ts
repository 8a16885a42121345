import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

type Operation = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;

/** The fields of a selection that are executed, those of its fragments included. */
function* fieldsOf(selectionSet: SelectionSetNode | undefined, operation: Operation): Generator<FieldNode> {
  for (const selection of selectionSet?.selections ?? []) {
    if (isSkipped(selection, operation)) continue;
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsOf(selection.selectionSet, operation);
    else yield* fieldsOf(operation.fragments[selection.name.value]?.selectionSet, operation);
  }
}

const isSkipped = (selection: SelectionNode, { variableValues }: Operation): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true ||
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if === false;

/** Whether a field at this path below the field is executed, under any alias. */
export function selects(info: Operation & Pick<GraphQLResolveInfo, 'fieldNodes'>, ...path: string[]): boolean {
  const fields = path.reduce<readonly FieldNode[]>(
    (parents, name) =>
      parents.flatMap(({ selectionSet }) =>
        [...fieldsOf(selectionSet, info)].filter((field) => field.name.value === name),
      ),
    info.fieldNodes,
  );
  return fields.length > 0;
}

/** Whether the operation selects a field of one of these names, of any object. */
export function operationSelects({ operation, fragments }: GraphQLResolveInfo, names: readonly string[]): boolean {
  const sets = [operation.selectionSet, ...Object.values(fragments).map(({ selectionSet }) => selectionSet)];
  const isIn = (set: SelectionSetNode): boolean =>
    set.selections.some((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return false;
      if (selection.kind === Kind.FIELD && names.includes(selection.name.value)) return true;
      return selection.selectionSet !== undefined && isIn(selection.selectionSet);
    });
  return sets.some(isIn);
}
