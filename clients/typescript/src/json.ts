/** JSON of an input. TypeError: it has an invalid Date, which as null would have another meaning, such as a draft. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name: string, text: unknown) {
    const given = this[name];
    if (given instanceof Date && Number.isNaN(given.getTime())) throw new TypeError(`${name} is an invalid Date.`);
    return text;
  });
