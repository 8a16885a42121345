/** A value of a request as an error shows it: text as it was sent, anything else as JSON. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // Nested too deep for JSON.stringify.
    return typeof value;
  }
}
