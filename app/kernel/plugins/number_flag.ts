/** The number that a flag gives; `NaN` where it gives none, which `Number` would take for 0. */
export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
