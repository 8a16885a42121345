/** The text of an operation with the types of its variables and of its result. */
export type TypedDocument<Result, Variables> = string & { readonly __apiType?: (variables: Variables) => Result };
