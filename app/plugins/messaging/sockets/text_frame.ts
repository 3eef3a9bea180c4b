const FINAL_TEXT = 0x81
const SHORT = 126
const LONG = 127

/**
 * A text as one unmasked WebSocket frame (RFC 6455 §5.2): encoded once, it is written to any number of sockets.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length < SHORT ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = FINAL_TEXT
  if (header === 2) frame[1] = length
  else if (header === 4) {
    frame[1] = SHORT
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LONG
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header)
  return frame
}
