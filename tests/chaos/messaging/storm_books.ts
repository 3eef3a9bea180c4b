import type { StormClient } from './storm_client.js'

export interface StormGroup {
  id: number
  members: StormClient[]
}

/** How many messages each group must have: as many as were acknowledged there. */
export function lengthsOf(
  groups: readonly StormGroup[],
  clients: readonly StormClient[]
): Map<number, number> {
  const lengths = new Map(groups.map(({ id }) => [id, 0]))
  for (const { acknowledged } of clients) {
    for (const place of acknowledged.values()) {
      const id = Number(place.split(':')[0])
      lengths.set(id, lengths.get(id)! + 1)
    }
  }
  return lengths
}

/** Every message is acknowledged, in one place that is no other's. */
export function faultsOfAcks(clients: readonly StormClient[], messages: number): string[] {
  const places = clients.flatMap(({ acknowledged }) => [...acknowledged.values()])
  const faults: string[] = []
  if (places.length !== messages) faults.push(`${places.length} acknowledged`)
  if (new Set(places).size !== places.length) faults.push('two messages share a place')
  if (clients.some(({ told }) => told.ackChanges > 0))
    faults.push('a message was acknowledged in two places')
  return faults
}

/** Every member has the same messages, each once. */
export function faultsOfGroup({ id, members }: StormGroup, length: number): string[] {
  const expected = members[0]!.taken.get(id) ?? []
  const faults: string[] = []
  if (new Set(expected).size !== expected.length) faults.push(`group ${id} has a message twice`)
  if (expected.length !== length)
    faults.push(`group ${id} has ${expected.length} messages, not ${length}`)
  if (members.some(({ taken }) => String(taken.get(id)) !== String(expected)))
    faults.push(
      `group ${id} differs: ${members.map(({ taken }) => taken.get(id)?.length ?? 0)} of ${length}`
    )
  return faults
}
