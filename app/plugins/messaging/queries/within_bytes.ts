import type { StoredMessage } from '../writing/stored_message.js'

/** Of one page over HTTP: whoever wants more asks for the next. */
export const PAGE_BYTES = 512 * 1024

type Contents = Pick<StoredMessage, 'content'>

/** The first ones whose contents fit, and one in any case. */
export function firstWithin<One extends Contents>(messages: One[], most: number): One[] {
  let left = most
  const first = messages.findIndex(({ content }) => {
    const fits = left > 0
    left -= Buffer.byteLength(content)
    return !fits
  })
  return first < 0 ? messages : messages.slice(0, first)
}

/** The last ones whose contents fit, and one in any case. */
export function lastWithin<One extends Contents>(messages: One[], most: number): One[] {
  return firstWithin(messages.toReversed(), most).toReversed()
}
