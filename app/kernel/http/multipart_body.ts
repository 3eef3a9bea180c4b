import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { partHead, type PartHead } from './part_head.js'
import { Pieces } from './pieces.js'

const MOST_PARTS = 50
const LARGEST_HEAD = 4 * 1024
const LINE = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST = '--'

export interface BodyPart extends PartHead {
  /** To be read before the next part; what is left of it is passed over. */
  content: AsyncGenerator<Buffer>
}

/**
 * The parts of a multipart body (RFC 7578), as they come. Every byte is looked at by the engine's own search, and
 * never more of it is held than a piece and a part's head.
 */
export class MultipartBody {
  readonly #source: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  readonly #pieces = new Pieces()
  /** As if a line had ended before: the first delimiter is then found like the others. */
  #rest: Buffer = LINE
  #within = true

  /** @param limit bytes of all parts with their heads */
  constructor(
    source: AsyncIterable<Buffer>,
    boundary: string,
    private readonly limit: number
  ) {
    this.#source = source[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  /** @throws E_BAD_REQUEST for what breaks off or is no such body, E_PAYLOAD_TOO_LARGE */
  async *parts(): AsyncGenerator<BodyPart> {
    await this.#passOver()
    for (let count = 1; await this.#hasAnother(); count++) {
      if (count > MOST_PARTS) throw new E_PAYLOAD_TOO_LARGE(`Send no more than ${MOST_PARTS} parts`)
      const head = partHead(await this.#head())
      this.#within = true
      yield { ...head, content: this.#content() }
      await this.#passOver()
    }
  }

  async *#content(): AsyncGenerator<Buffer> {
    while (this.#within) {
      const piece = this.#takePiece()
      if (piece.length > 0) yield piece
      if (this.#within) await this.#more()
    }
  }

  /** What is certain to be content: what may be the beginning of a delimiter waits for more. */
  #takePiece(): Buffer {
    const at = this.#rest.indexOf(this.#delimiter)
    if (at >= 0) {
      this.#within = false
      return this.#take(at, this.#delimiter.length)
    }
    return this.#take(Math.max(0, this.#rest.length - this.#delimiter.length + 1))
  }

  #take(length: number, passOver = 0): Buffer {
    const piece = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length + passOver)
    return piece
  }

  async #passOver(): Promise<void> {
    while (this.#within) {
      this.#takePiece()
      if (this.#within) await this.#more()
    }
  }

  async #hasAnother(): Promise<boolean> {
    while (this.#rest.length < LAST.length) await this.#more()
    return this.#rest.toString('latin1', 0, LAST.length) !== LAST
  }

  async #head(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(HEAD_END)
      if (end > LARGEST_HEAD || (end < 0 && this.#rest.length > LARGEST_HEAD))
        throw new E_PAYLOAD_TOO_LARGE('The head of a part is too large')
      if (end >= 0) return this.#take(end, HEAD_END.length).toString()
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#next()
    if (done) throw new E_BAD_REQUEST('The upload broke off, or could not be understood')
    this.#pieces.add(value)
    if (this.#pieces.size > this.limit) throw new E_PAYLOAD_TOO_LARGE()
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#source.next()
    } catch (error) {
      throw new E_BAD_REQUEST('The upload broke off', { cause: error })
    }
  }
}
