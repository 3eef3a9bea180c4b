import { computed, reactive } from 'vue'
import {
  identityCurrentUserShow,
  identityProfileUpdate,
  type Answered,
} from '@chancery/http-client'
import { queries } from './queries'
import { chancery, onForbidden } from './service'
import { useLanguage, type Language } from './texts'

export type Me = Answered<Awaited<ReturnType<typeof identityCurrentUserShow>>>
export type MenuNode = Me['menus'][number]

/** For so long menus and buttons count as fresh. */
const FRESH_MS = 15_000

const state = reactive<{ me: Me | null }>({ me: null })

/** Who is logged in; `null` until it is known. */
export const me = computed(() => state.me)

let refreshedAt = 0

const permissions = computed(() => new Set(state.me?.permissions))

/** Whether the operator holds a permission; of an absent code, whether it is needed at all. */
export const holds = (code: string | null | undefined): boolean =>
  !code || permissions.value.has(code)

/** Asks who is logged in and what they hold: at the start, after a refusal, and when the window comes back to the front. */
export async function refreshMe(): Promise<void> {
  refreshedAt = Date.now()
  const found = await chancery.call(identityCurrentUserShow)
  if (!state.me && found.user.language) await useLanguage(found.user.language)
  state.me = found
}

/** Shows another language, and keeps it for who is logged in; what the service has in words is loaded again. */
export async function chooseLanguage(language: Language): Promise<void> {
  await useLanguage(language)
  if (!state.me) return
  await chancery.call(identityProfileUpdate, { body: { language } })
  await Promise.all([refreshMe(), queries.invalidateQueries()])
}

/** Asks the same with each page that is opened, but not again within some seconds. */
export function refreshMeSoon(): void {
  if (Date.now() - refreshedAt > FRESH_MS) void refreshMe().catch(() => {})
}

export async function logIn(username: string, password: string): Promise<void> {
  await chancery.logIn(username, password)
  await refreshMe()
}

export async function logOut(): Promise<void> {
  await chancery.logOut().catch(() => {})
  forget()
}

/** What one person saw is not for the next one. */
export function forget(): void {
  state.me = null
  queries.clear()
}

onForbidden(() => void refreshMe().catch(() => {}))
