interface Reply extends Error {
  command?: { name: string; args?: unknown }
}

/** What an operator does about it, by how Redis begins to say it. */
const REMEDIES: readonly [RegExp, (prefix: string) => string][] = [
  [/\bNOPERM\b/, (prefix) => `give its user ~${prefix}* &${prefix}* +@all`],
  [/\b(CROSSSLOT|MOVED|CLUSTERDOWN)\b/, () => 'use one without cluster mode'],
]

/** Whether Redis answered, and refused: a connection that is lost answers nothing. */
export function isRefusal(error: Error): error is Reply {
  return error.name === 'ReplyError' || error instanceof RefusedNeeds
}

export function refusalOf({ command, message }: Reply): string {
  return command ? `${command.name.toUpperCase()}: ${message}` : message
}

/** @param prefix of all keys and channels */
export function remedyOf({ message }: Error, prefix: string): string | null {
  const remedy = REMEDIES.find(([refusal]) => refusal.test(message))
  return remedy ? remedy[1](prefix) : null
}

/** The library notes with a refusal what was sent, and so passwords and values, which a log must not get. */
export function withoutArguments(error: Reply): Error {
  delete error.command?.args
  return error
}

/** All that is needed and was refused. */
export class RefusedNeeds extends Error {
  constructor(refusals: readonly Error[]) {
    super(refusals.map(refusalOf).join('; '))
  }
}
