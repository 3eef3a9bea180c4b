/** A small compressed answer may be huge when decompressed. The size limit below holds for the decompressed text as well. */
export const UNCOMPRESSED = { 'accept-encoding': 'identity' } as const

/** Reads the body of an answer up to a number of bytes. @throws the reason of the signal */
export async function boundedText(
  { body }: Response,
  most: number,
  signal: AbortSignal
): Promise<{ text: string; isCut: boolean }> {
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
