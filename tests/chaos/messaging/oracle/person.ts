import { Device } from './device/device.js'
import type { Rig } from './rig.js'
import { Session } from './stage/session.js'

/** Somebody with several devices. */
export class Person {
  readonly devices: Device[] = []
  /** For requests over HTTP. */
  readonly session: Session
  active = true

  constructor(
    readonly id: number,
    readonly username: string,
    readonly password: string,
    private readonly rig: Rig
  ) {
    this.session = new Session(rig.desk, username, password)
  }

  get isOnline(): boolean {
    return this.devices.some(({ isOpen }) => isOpen)
  }

  addDevice(): Device {
    const session = new Session(this.rig.desk, this.username, this.password)
    const name = `${this.id}.${this.devices.length + 1}`
    const device = new Device(name, this.id, session, this.rig)
    this.devices.push(device)
    return device
  }
}
