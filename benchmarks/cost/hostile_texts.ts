/** Texts on which careless patterns go back and forth, by the size that they are to have. */
export const HOSTILE_TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'letters': (size) => 'a'.repeat(size),
  'letters and a stop': (size) => `${'a'.repeat(size - 1)}!`,
  'blanks': (size) => `a${' '.repeat(size - 2)}b`,
  'digits': (size) => `${'1'.repeat(size - 1)}x`,
  'words and dashes': (size) => filled('a-', size),
  'mail addresses': (size) => filled('a@a.', size),
  'addresses': (size) => filled('http://a:', size),
  'half an address': (size) => `http://${'a'.repeat(size - 7)}`,
  'dots': (size) => filled('a.', size),
  'commas': (size) => filled('1,', size),
  'colons': (size) => filled('a:', size),
  'lines': (size) => '\n'.repeat(size),
  'quotes': (size) => '"'.repeat(size),
  'backslashes': (size) => '\\'.repeat(size),
  'wildcards': (size) => filled('%_', size),
  'accents': (size) => filled('a\u0301', size),
  'marks on one letter': (size) => `a${'\u0301'.repeat(size - 1)}`,
  'marks in descending order': (size) =>
    `a${'\u0301'.repeat(size / 2)}${'\u0323'.repeat(size / 2 - 1)}`,
  'marks of many classes': (size) => `a${filled('\u0345\u0301\u0323\u0327\u3099', size - 1)}`,
  'marks and what becomes some': (size) => `a${filled('\u0323\uff9e', size - 1)}`,
  'ligatures': (size) => '\ufdfa'.repeat(size),
  'words that become longer': (size) => filled(`${'\u2162'.repeat(5)} `, size),
  'pairs': (size) => '\u{1f600}'.repeat(Math.floor(size / 2)),
  'secrets': (size) => filled('eyJ-', size),
  'field lines': (size) => filled('a:string ', size),
}

export function filled(part: string, size: number): string {
  return part.repeat(Math.ceil(size / part.length)).slice(0, size)
}
