import type { Device } from '../device/device.js'
import type { Conversation } from '../model/conversation.js'
import type { Rig } from '../rig.js'

/** What was told live of titles, owners and marks, to sockets that were open all the while. */
export function checkToldChanges(rig: Rig): void {
  for (const device of rig.people.flatMap(({ devices }) => devices))
    for (const conversation of rig.world.conversations) checkOne(rig, device, conversation)
}

function checkOne(rig: Rig, device: Device, conversation: Conversation): void {
  const hearer = conversation.of(device.person)
  const wasThere = Math.max(device.openedAt, hearer.joined.to)
  if (!hearer.settled || device.state !== 'online') return
  const { titles, owners, marks } = rig.wire.heard(device)
  const id = conversation.id!
  const deviate = (kind: string, what: string) =>
    rig.chronicle.deviate(kind, `${conversation} to ${device.name}: ${what}`, {
      people: [device.person],
      conversation: id,
    })
  rig.chronicle.checked()
  const title = titles.get(id)
  if (title !== undefined && title !== conversation.title) deviate('another title told', title)
  const owner = owners.get(id)
  if (owner !== undefined && !conversation.owners.has(owner))
    deviate('another owner told', `${owner}`)
  for (const [person, reader] of conversation.memberships) {
    const told = marks.get(`${id} ${person}`) ?? 0
    const isTold = reader.readAt > wasThere && reader.settled && reader.joined.to < reader.readAt
    if (isTold && told < reader.told)
      deviate('a mark that was not told', `${told} of ${person}, not ${reader.told}`)
  }
}
