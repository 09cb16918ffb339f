// Plural forms for a message catalogue. Not here: any text.
// Invariant: the form is chosen by the rules of the catalogue's own language.
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** A function that picks the form for a number and puts the number in place of `#`. */
export function pluralsOf(locale: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) =>
    (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count));
}
