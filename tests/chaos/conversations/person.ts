import type { Client, ClientClass, Surroundings } from './client.js'
import type { Dice } from './dice.js'
import type { Nodes } from './nodes.js'
import type { Session } from './session.js'

interface PersonParts {
  readonly userId: number
  readonly session: Session
  readonly nodes: Nodes
  readonly dice: Dice
  readonly client: ClientClass
  report(text: string): void
}

const DEVICES = 2

/** Somebody with devices. */
export class Person {
  readonly devices: Client[]
  readonly userId: number
  readonly session: Session

  constructor(private readonly parts: PersonParts) {
    this.userId = parts.userId
    this.session = parts.session
    this.devices = Array.from({ length: DEVICES }, () => this.#newDevice())
  }

  /** One that is open. */
  device(): Client | undefined {
    return this.parts.dice.one(this.devices.filter(({ isOpen }) => isOpen))
  }

  /** Another device begins with nothing. */
  replaceDevice(): void {
    const index = this.parts.dice.below(DEVICES)
    this.devices[index]!.stop()
    this.devices[index] = this.#newDevice()
  }

  stop(): void {
    for (const device of this.devices) device.stop()
  }

  #newDevice(): Client {
    const device = new this.parts.client(this.#surroundings())
    void device.run()
    return device
  }

  #surroundings(): Surroundings {
    const { userId, session, nodes, dice, report } = this.parts
    return {
      ...{ userId, dice, report },
      url: () => nodes.socket(nodes.any(dice)),
      token: () => session.token(),
      request: (method, path, body) => session.ask(method, path, body),
    }
  }
}
