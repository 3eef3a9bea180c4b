import { t } from '#kernel/contracts/main'

/** For the editor’s `setUsers`. */
export const mentionableShape = t.object({
  c: t.oneOf(['mention']),
  users: t.array(
    t.object({
      id: t.text(),
      name: t.text(),
      email: t.text({ description: 'Names somebody to the editor; nobody’s real address' }),
      image: t.optional(t.text()),
    })
  ),
  isPaginated: t.optional(
    t.boolean({ description: 'There when this is a part of the list; the editor then asks again' })
  ),
})

export const toldShape = t.object({
  told: t.array(t.id(), { description: 'Of those who were named by id' }),
  unreached: t.object(
    { userIds: t.array(t.id()), emails: t.array(t.text()) },
    { description: 'Nobody, or people who may not see the document' }
  ),
})
