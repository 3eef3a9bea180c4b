import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Refusal } from '#kernel/errors/main'
import {
  type AppliedPart,
  checkedEntries,
  type ConfigurationDifference,
  type ConfigurationFault,
  type ConfigurationPart,
} from '#kernel/plugins/main'
import { say } from '#kernel/languages/main'
import Menu from '../models/menu.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { assertBelowLimit } from '../rules/limits.js'
import { assertMenuPlace } from '../rules/menu_place.js'
import { loadSnapshot } from '../snapshot/access_cache.js'
import { raiseRevision } from '../snapshot/access_revision.js'
import { mountedMenus } from '../snapshot/plugin_menus.js'
import { MENU_MEMBERS, type MenuEntry, menusValidator } from './entries.js'

const PART = 'menus'
/** What may differ from what a plugin brings along. */
const OF_PLUGINS = ['title', 'path', 'component', 'icon', 'sort'] as const
const SWITCHES = { visible: true, keepAlive: false, status: 'enabled' } as const
/** What a plugin's row is known by. */
const GIVEN = ['type', 'permission'] as const

/** Menus that administrators made, and rows of mounted plugins that they changed. */
@inject()
export class MenuPart implements ConfigurationPart {
  constructor(private readonly announcements: RightsAnnouncements) {}

  async export(): Promise<MenuEntry[]> {
    const menus = await Menu.query().orderBy('id')
    const names = new Map(menus.map(({ id, name }) => [id, name]))
    const parentOf = ({ parentId }: Menu) => (parentId === null ? null : names.get(parentId)!)
    const mounted = mountedMenus()
    return menus
      .filter((menu) =>
        menu.plugin === null ? true : mounted.has(menu.name) && isEdited(menu, parentOf(menu))
      )
      .map((menu) => entryOf(menu, parentOf(menu)))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async apply(data: unknown, trx: TransactionClientContract): Promise<AppliedPart> {
    await raiseRevision(trx)
    const checked = await checkedEntries(data, menusValidator, {
      ...{ part: PART, key: 'name', members: MENU_MEMBERS },
    })
    const faults = [...checked.faults]
    const written = faults.length > 0 ? [] : await this.#write(checked.entries, faults, trx)
    const announce = () => this.announcements.menusChanged()
    return { differences: written, faults, announce }
  }

  /** All are there before any is put beneath another. */
  async #write(
    entries: readonly MenuEntry[],
    faults: ConfigurationFault[],
    trx: TransactionClientContract
  ): Promise<ConfigurationDifference[]> {
    const menus = new Map((await Menu.query({ client: trx })).map((menu) => [menu.name, menu]))
    const differences: ConfigurationDifference[] = []
    const placed: { menu: Menu; place: string }[] = []
    for (const [index, entry] of entries.entries()) {
      const place = `${PART}.${index}`
      const fault = faultOf(entry, menus.get(entry.name), place)
      if (fault) faults.push(fault)
      else {
        assertBelowLimit(menus.size, say`menus`)
        const { menu, difference } = await writeMenu(entry, menus, trx)
        menus.set(entry.name, menu)
        differences.push(difference)
        placed.push({ menu, place })
      }
    }
    if (faults.length > 0) return []
    const moved = await move(entries, menus, faults, trx)
    await checkPlaces(placed, faults, trx)
    return differences.map((one) => (moved.has(one.name) ? withParent(one) : one))
  }
}

function withParent(one: ConfigurationDifference): ConfigurationDifference {
  if (one.change === 'created') return one
  return { ...one, change: 'changed', members: [...(one.members ?? []), 'parent'] }
}

function entryOf(menu: Menu, parent: string | null): MenuEntry {
  const { name, plugin, type, title, permission, path, component, icon, sort } = menu
  const { visible, keepAlive, status } = menu
  const looks = { title, path, component, icon, sort, visible, keepAlive, status }
  return { name, plugin, parent, type, permission, ...looks }
}

function isEdited(menu: Menu, parent: string | null): boolean {
  const { seeded } = menu
  if (!seeded) return false
  if (OF_PLUGINS.some((member) => menu[member] !== seeded[member])) return true
  if ((seeded.parent ?? null) !== parent) return true
  return Object.entries(SWITCHES).some(
    ([member, usual]) => menu[member as keyof typeof SWITCHES] !== usual
  )
}

function faultOf(
  { name, plugin, ...entry }: MenuEntry,
  menu: Menu | undefined,
  place: string
): ConfigurationFault | null {
  if (plugin === null) {
    if (!menu || menu.plugin === null) return null
    return { place, message: `The plugin "${menu.plugin}" has a menu "${name}" of its own here` }
  }
  if (menu?.plugin !== plugin || !mountedMenus().has(name))
    return {
      place,
      message: `The plugin "${plugin}" brings no menu "${name}" along here; mount it, or take the menu out of the file`,
    }
  const given = GIVEN.find((member) => menu[member] !== entry[member])
  if (!given) return null
  return { place, message: `The ${given} of a menu that a plugin brings along cannot be changed` }
}

async function writeMenu(
  { parent: _parent, ...entry }: MenuEntry,
  menus: ReadonlyMap<string, Menu>,
  trx: TransactionClientContract
) {
  const known = menus.get(entry.name)
  const menu = known ?? new Menu().fill({ parentId: null, seeded: null })
  menu.useTransaction(trx).merge(entry)
  const members = Object.keys(menu.$dirty)
  if (menu.$isDirty) await menu.save()
  const change = known ? (members.length > 0 ? 'changed' : 'unchanged') : 'created'
  const difference: ConfigurationDifference = {
    ...{ name: entry.name, change },
    ...(change === 'changed' ? { members } : {}),
  }
  return { menu, difference }
}

/** Resolves to the names of those that stand elsewhere now. */
async function move(
  entries: readonly MenuEntry[],
  menus: ReadonlyMap<string, Menu>,
  faults: ConfigurationFault[],
  trx: TransactionClientContract
): Promise<Set<string>> {
  const moved = new Set<string>()
  for (const [index, { name, parent }] of entries.entries()) {
    const above = parent === null ? null : menus.get(parent)
    if (above === undefined) {
      const message = `There is no menu "${parent}"`
      faults.push({ place: `${PART}.${index}.parent`, message })
      continue
    }
    const menu = menus.get(name)!
    if (menu.parentId === (above?.id ?? null)) continue
    menu.parentId = above?.id ?? null
    await menu.useTransaction(trx).save()
    moved.add(name)
  }
  return moved
}

async function checkPlaces(
  placed: readonly { menu: Menu; place: string }[],
  faults: ConfigurationFault[],
  trx: TransactionClientContract
): Promise<void> {
  if (faults.length > 0) return
  const { menus } = await loadSnapshot(trx)
  for (const { menu, place } of placed) {
    try {
      assertMenuPlace(menu, menus)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      faults.push({ place, message: String(error.errors?.[0]?.message ?? error.message) })
    }
  }
}
