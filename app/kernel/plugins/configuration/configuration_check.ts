import type { ConfigurationFault } from './configuration_parts.js'

interface Validator<Value> {
  tryValidate(data: unknown): Promise<readonly [unknown, null] | readonly [null, Value]>
}

interface Named {
  /** Member of the file. */
  part: string
  /** Member that identifies an entry: none is in a file twice. */
  key: string
  /** Members that an entry may have. */
  members: readonly string[]
}

/**
 * The entries of a list in a file of configuration, where all of them are sound; else what is wrong.
 *
 * @param validator of `{ [part]: […] }`
 */
export async function checkedEntries<Entry extends object>(
  data: unknown,
  validator: Validator<Record<string, Entry[]>>,
  { part, key, members }: Named
): Promise<{ entries: Entry[]; faults: ConfigurationFault[] }> {
  const [error, valid] = await validator.tryValidate({ [part]: data })
  if (error) return { entries: [], faults: faultsOf(error) }
  const entries = valid![part]!
  const unknown = unknownMembers(data as object[], part, members)
  return { entries, faults: [...unknown, ...repeated(entries, part, key)] }
}

function faultsOf(error: unknown): ConfigurationFault[] {
  const { messages = [] } = error as { messages?: { field: string; message: string }[] }
  return messages.map(({ field, message }) => ({ place: field, message }))
}

function unknownMembers(
  entries: readonly object[],
  part: string,
  members: readonly string[]
): ConfigurationFault[] {
  return entries.flatMap((entry, index) => {
    const unknown = Object.keys(entry).filter((name) => !members.includes(name))
    return unknown.map((name) => ({
      place: `${part}.${index}.${name}`,
      message: `There is no such member; the members are ${members.join(', ')}`,
    }))
  })
}

function repeated(entries: readonly object[], part: string, key: string): ConfigurationFault[] {
  const seen = new Set<unknown>()
  return entries.flatMap((entry, index) => {
    const value = entry[key as keyof typeof entry] as unknown
    if (!seen.has(value)) {
      seen.add(value)
      return []
    }
    return [{ place: `${part}.${index}.${key}`, message: `"${value}" is in the file twice` }]
  })
}
