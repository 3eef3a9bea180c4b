/** Operations that the run leaves out; each with its reason. */
export const SWITCHED_OFF: ReadonlySet<string> = new Set<string>()
