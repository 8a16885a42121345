import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** The fields of a selection, those of its fragments included. */
function* fieldsOf(selectionSet: SelectionSetNode | undefined, fragments: Fragments): Generator<FieldNode> {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsOf(selection.selectionSet, fragments);
    else yield* fieldsOf(fragments[selection.name.value]?.selectionSet, fragments);
  }
}

/** Whether a field of this name is selected from the object that the field returns. */
export const selects = ({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean =>
  fieldNodes.some(({ selectionSet }) =>
    [...fieldsOf(selectionSet, fragments)].some((field) => field.name.value === name),
  );

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
