import { Device, type DeviceParts } from './device.js'

const DEVICES = 2

/** Somebody with devices. */
export class Person {
  readonly devices: Device[]
  readonly userId: number

  constructor(readonly parts: DeviceParts) {
    this.userId = parts.userId
    this.devices = Array.from({ length: DEVICES }, () => new Device(parts))
    for (const device of this.devices) void device.run()
  }

  get session() {
    return this.parts.session
  }

  /** One that is open. */
  device(): Device | undefined {
    return this.parts.dice.one(this.devices.filter(({ isOpen }) => isOpen))
  }

  /** Another device begins with nothing. */
  replaceDevice(): void {
    const index = this.parts.dice.below(DEVICES)
    this.devices[index]!.stop()
    this.devices[index] = new Device(this.parts)
    void this.devices[index].run()
  }

  stop(): void {
    for (const device of this.devices) device.stop()
  }
}
