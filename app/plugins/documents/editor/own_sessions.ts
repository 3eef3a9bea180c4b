import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import EditorHome from '../models/editor_home.js'
import { EditorSettings } from './editor_settings.js'
import { HomeQuestion, type Home } from './home_question.js'

/** What was learnt of an address is taken as still so. */
const GOOD_FOR_MS = 60_000

/** Why the sessions are not this service's, and what helps. */
export interface Foreign {
  detail: string
  remedy: string
}

interface Learnt {
  fault: Foreign | null
  address: string
  at: number
}

/** What this process learnt last; another process has its own address. */
export class LearntHome {
  #learnt: Learnt | null = null

  keep(address: string, fault: Foreign | null): void {
    this.#learnt = { address, fault, at: clock.elapsed() }
  }

  /** `undefined` where it is not known any more. */
  of(address: string): Foreign | null | undefined {
    const learnt = this.#learnt
    if (learnt?.address !== address) return undefined
    return Math.abs(clock.elapsed() - learnt.at) < GOOD_FOR_MS ? learnt.fault : undefined
  }

  forget(): void {
    this.#learnt = null
  }
}

/**
 * Tells the service whose editing sessions these are from one that runs on a copy of its database, as in a rehearsal of a
 * restore: the copy has the same keys and, with the same settings, the same document server, where it would take lost
 * saves away and end sessions. What no copy has is the address at which the document server calls.
 */
@inject()
export class OwnSessions {
  constructor(
    private readonly settings: EditorSettings,
    private readonly question: HomeQuestion,
    private readonly learnt: LearntHome
  ) {}

  /**
   * Before anything is done to a session. What cannot be learnt keeps nobody from it.
   *
   * @throws E_UNAVAILABLE for a copy
   */
  async assertNotOthers(): Promise<void> {
    const address = this.#address
    let fault = this.learnt.of(address)
    if (fault === undefined) {
      fault = (await this.#look(false)).fault
      this.learnt.keep(address, fault)
    }
    if (fault) throw refusal(fault)
  }

  /**
   * Before what is kept over there is taken away from there. Asks anew.
   *
   * @throws E_UNAVAILABLE for a copy, and where it cannot be learnt
   */
  async assertOwn(): Promise<void> {
    const { fault, home } = await this.#look(true)
    this.learnt.keep(this.#address, fault)
    if (fault) throw refusal(fault)
    if (home === null) throw new E_UNAVAILABLE(unknown(this.#address))
  }

  /** Why these are not the sessions of this service; `null` where nothing says so. */
  async fault(): Promise<Foreign | null> {
    return (await this.#look(false)).fault
  }

  /**
   * On purpose, where the service that the database is of is no more.
   *
   * @throws E_UNAVAILABLE where another one answers at the address of the settings
   */
  async adopt(): Promise<string> {
    const address = this.#address
    if ((await this.question.ask(address, { viaServer: false })) === 'elsewhere')
      throw refusal(others(address))
    await note(address)
    this.learnt.forget()
    return address
  }

  async #look(viaServer: boolean): Promise<{ fault: Foreign | null; home: Home }> {
    const address = this.#address
    const known = (await EditorHome.firstOrFail()).address
    if (known !== null && known !== address && !(await this.#isHere(known)))
      return { fault: moved(known, address), home: null }
    const home = await this.question.ask(address, { viaServer })
    if (home === 'elsewhere') return { fault: others(address), home }
    if (home === 'here' && known !== address) await note(address)
    return { fault: null, home }
  }

  /** Then it is the service that has got another address. */
  async #isHere(address: string): Promise<boolean> {
    return (await this.question.ask(address, { viaServer: false })) === 'here'
  }

  get #address(): string {
    return this.settings.publicUrl('')
  }
}

async function note(address: string): Promise<void> {
  await EditorHome.query().update({ address })
}

function refusal({ detail, remedy }: Foreign) {
  return new E_UNAVAILABLE(`${detail}. ${remedy}`)
}

const REHEARSAL =
  'For a rehearsal set EDITOR_ENABLED=false, or another document server and an EDITOR_PUBLIC_BASE_URL of its own'

function others(address: string): Foreign {
  return {
    detail: `At EDITOR_PUBLIC_BASE_URL (${address}) answers a service with another database, whose editing sessions these are; they are left alone`,
    remedy: `${REHEARSAL}; a service that takes its place answers there itself, or has another EDITOR_PUBLIC_BASE_URL`,
  }
}

function moved(known: string, address: string): Foreign {
  return {
    detail: `The editing sessions of this database were begun at ${known}, and EDITOR_PUBLIC_BASE_URL is ${address}: the service there may go on, so they are left alone`,
    remedy: `${REHEARSAL}; where this service takes the place of the other, run node ace editor:adopt`,
  }
}

function unknown(address: string): string {
  return `Whether this service answers at EDITOR_PUBLIC_BASE_URL (${address}) cannot be learnt, so what the document server keeps is left alone: it may be another service’s. See that a node is running and node ace editor:doctor reaches it (our address)`
}
