/** JSON of what is sent. TypeError: a Date in it is invalid; as null it would mean something else, such as a draft. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name: string, text: unknown) {
    const given = this[name];
    if (given instanceof Date && Number.isNaN(given.getTime())) throw new TypeError(`${name} is an invalid Date.`);
    return text;
  });
