/** The text of an operation that knows the types of its variables and of its result. */
export type TypedDocument<Result, Variables> = string & { readonly __apiType?: (variables: Variables) => Result };
