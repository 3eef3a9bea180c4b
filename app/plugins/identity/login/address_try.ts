import type { AddressFailures, From } from './address_failures.js'
import type { KnownAddresses } from './known_addresses.js'

/** One of the wrong passwords that an address may send: counted before it is tried, given back where it was right. */
export class AddressTry {
  #isCounted = false

  constructor(
    private readonly failures: AddressFailures,
    private readonly known: KnownAddresses,
    private readonly from: From
  ) {}

  /** @throws E_TOO_MANY_REQUESTS where none is left, but for who logged in from there before */
  async count(): Promise<void> {
    if (this.#isCounted) return
    const refusal = await this.failures.take(this.from)
    if (refusal) {
      if (!(await this.known.has(this.from))) throw refusal
      await this.failures.countAddress(this.from)
    }
    this.#isCounted = true
  }

  async giveBack(): Promise<void> {
    if (!this.#isCounted) return
    this.#isCounted = false
    await this.failures.giveBack(this.from)
  }
}
