import { inject } from '@adonisjs/core'
import { clock } from '#kernel/state/main'
import { SessionPolicy } from '#plugins/identity/main'
import { sessionListing, type Openness } from './session_listing.js'

type ListingQuery = Parameters<typeof sessionListing.page>[0]
type SessionQuery = Omit<ListingQuery, 'openness'> & { open?: boolean }

/** Sessions of people within reach; which are open follows from how long sessions live. */
@inject()
export class SessionRows {
  constructor(private readonly policy: SessionPolicy) {}

  page({ open, ...query }: SessionQuery) {
    return sessionListing.page({ ...query, openness: this.#openness(open) })
  }

  /** @throws E_NOT_FOUND for one that is not there or not within reach */
  find(id: number) {
    return sessionListing.findOrFail(id)
  }

  #openness(isOpen: boolean | undefined): Openness | undefined {
    if (isOpen === undefined) return undefined
    const nowMs = clock.now()
    return { isOpen, nowMs, eldestMs: this.policy.eldestMs(nowMs) }
  }
}
