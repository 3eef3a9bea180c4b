/** What comes packed may be a thousand times as much: it is asked for as it is, and counted unpacked all the same. */
export const AS_IT_IS = { 'accept-encoding': 'identity' } as const

export interface BoundedText {
  text: string
  /** Whether more came, of which nothing is received. */
  isCut: boolean
}

/**
 * What an answer says, up to so many bytes.
 *
 * @throws the signal's reason once the time for all of it is over
 */
export async function boundedText(
  { body }: Response,
  most: number,
  signal: AbortSignal
): Promise<BoundedText> {
  const chunks: Uint8Array[] = []
  let left = most
  for await (const chunk of body ?? []) {
    signal.throwIfAborted()
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left < 0) break
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isCut: left < 0 }
}
