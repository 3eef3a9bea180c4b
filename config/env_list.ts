/** The parts of a comma-separated value, trimmed, without empty ones. */
export function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
