/**
 * A condition of a list of groups, as SQL about the group `g`. `parameter` adds a value to the statement and returns its
 * placeholder.
 */
export type GroupCondition = (parameter: (value: unknown) => string) => string;

/** The conditions of what domains above posts add to the input of a filter. */
export type GroupConditions = (filter: object) => readonly GroupCondition[];
