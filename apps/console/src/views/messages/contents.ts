import type { Line } from '../../live/lines'
import { nameOf } from '../../live/people'
import { t } from '../../texts'

/** Members of the content, whatever type they have. */
export function contentOf({ content }: Pick<Line, 'content'>) {
  const { text, name, title, body, size, width, height } = (content ?? {}) as Record<
    string,
    unknown
  >
  return {
    text: String(text ?? ''),
    name: String(name ?? ''),
    title: String(title ?? ''),
    body: String(body ?? ''),
    size: Number(size ?? 0),
    width: Number(width ?? 0),
    height: Number(height ?? 0),
  }
}

/** One line of text about a message or an event. */
export function summaryOf(line: Line): string {
  if (line.kind !== 'message') return eventOf(line)
  if (line.recalledAt) return t('messages.recalled')
  const { text, name, title, body } = contentOf(line)
  if (line.contentType === 'image') return `${t('messages.image')} ${name}`.trim()
  if (line.contentType === 'file') return `${t('messages.file')} ${name}`.trim()
  if (line.contentType === 'custom') return t('messages.custom')
  if (line.contentType === 'notice') return `${title}: ${body}`
  return text
}

interface EventContent {
  userIds?: number[]
  userId?: number
  count?: number
  name?: string
  picture?: number | null
  closed?: boolean
  role?: 'owner' | 'admin' | 'member'
}

/** Text of an event: who joined or left, or what changed. */
export function eventOf(line: Line): string {
  const content = (line.content ?? {}) as EventContent
  const by = nameOf(line.actorId)
  switch (line.kind) {
    case 'joined':
      return joined(content, by)
    case 'left':
      return left(line, content, by)
    case 'role':
      return t(`messages.event.role.${content.role ?? 'member'}`, {
        name: nameOf(content.userId),
      })
    case 'erased':
      return t('messages.event.erased', { name: nameOf(content.userId) })
    default:
      return changed(content, by)
  }
}

function joined({ name, userIds, count }: EventContent, by: string): string {
  if (name !== undefined) return t('messages.event.founded', { by, name })
  if (!userIds) return t('messages.event.joinedMany', { count: count ?? 0 })
  return t('messages.event.joined', { by, names: namesOf(userIds) })
}

function left({ actorId }: Line, { userIds = [] }: EventContent, by: string): string {
  const isByThemselves = userIds.length === 1 && userIds[0] === actorId
  if (isByThemselves) return t('messages.event.left', { names: by })
  return t('messages.event.removed', { by, names: namesOf(userIds) })
}

function changed({ name, picture, closed }: EventContent, by: string): string {
  if (name !== undefined) return t('messages.event.renamed', { by, name })
  if (closed !== undefined) return t(closed ? 'messages.event.closed' : 'messages.event.opened')
  return t(picture === null ? 'messages.event.noPicture' : 'messages.event.picture', { by })
}

const MOST_NAMES = 5

function namesOf(ids: readonly number[]): string {
  const names = ids.slice(0, MOST_NAMES).map(nameOf)
  const others = ids.length - names.length
  return names.join(', ') + (others > 0 ? ` ${t('messages.others', { count: others })}` : '')
}

interface Part {
  text: string
  kind: 'text' | 'link' | 'mention'
}

const LINK = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** Splits a text into plain text, links and mentions. */
export function partsOf(text: string, mentions: readonly number[] = []): Part[] {
  const names = mentions.map((id) => `@${nameOf(id)}`)
  const links = splitBy(text, 'link', text.match(LINK) ?? [])
  return links.flatMap((part) =>
    part.kind === 'text' ? splitBy(part.text, 'mention', names) : [part]
  )
}

function splitBy(text: string, kind: Part['kind'], found: readonly string[]): Part[] {
  const next = found
    .map((one) => ({ one, at: text.indexOf(one) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)[0]
  if (!next) return text ? [{ text, kind: 'text' }] : []
  const { one, at } = next
  const before: Part[] = at > 0 ? [{ text: text.slice(0, at), kind: 'text' }] : []
  return [...before, { text: one, kind }, ...splitBy(text.slice(at + one.length), kind, found)]
}
