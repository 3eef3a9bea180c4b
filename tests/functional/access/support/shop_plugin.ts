import app from '@adonisjs/core/services/app'
import { definePermissions, type MenuSeed } from '#kernel/permissions/main'
import { definePlugin, type PluginManifest, announcePluginChange } from '#kernel/plugins/main'
import { Menu } from '#plugins/access/main'
import { SynchroniseMenus } from '../../../../app/plugins/access/actions/synchronise_menus.js'
import { freshName } from '../../../helpers/accounts.js'

const mounted = () => app.config.get<readonly PluginManifest[]>('plugins')

/** A plugin with a directory, a screen in it and a button, that can be mounted and taken out. */
export class ShopPlugin {
  readonly prefix = freshName('shop')
  readonly permissions = definePermissions({
    list: [`${this.prefix}:order:list`, 'List orders'],
    create: [`${this.prefix}:order:create`, 'Create orders'],
  })

  manifest(orders: Partial<MenuSeed> = {}): PluginManifest {
    const { prefix, permissions } = this
    const { list, create } = permissions
    const button: MenuSeed = {
      type: 'button',
      name: `${prefix}.orders.create`,
      title: 'Create orders',
      permission: create,
    }
    const screen: MenuSeed = {
      type: 'menu',
      name: `${prefix}.orders`,
      title: 'Orders',
      permission: list,
      sort: 1,
      children: [button],
      ...orders,
    }
    const menus: MenuSeed[] = [
      { type: 'directory', name: prefix, title: 'Shop', children: [screen] },
    ]
    const description = 'For a test'
    return definePlugin({ name: prefix, description, from: import.meta.url, permissions, menus })
  }

  async mount(manifest = this.manifest()): Promise<void> {
    await this.#be([...this.#others, manifest])
  }

  async unmount(): Promise<void> {
    await this.#be(this.#others)
  }

  /** Its rows in the database. */
  async rows(): Promise<{ directory: Menu; orders: Menu; create: Menu }> {
    const named = (name: string) => Menu.findByOrFail('name', `${this.prefix}${name}`)
    return {
      directory: await named(''),
      orders: await named('.orders'),
      create: await named('.orders.create'),
    }
  }

  /** What a node does that starts with this version of it, or without it, while here all stays as it is. */
  async startElsewhere(manifest?: PluginManifest): Promise<void> {
    const action = await app.container.make(SynchroniseMenus)
    await action.handle(manifest ? [...this.#others, manifest] : this.#others)
  }

  get #others(): PluginManifest[] {
    return mounted().filter(({ name }) => name !== this.prefix)
  }

  async #be(plugins: readonly PluginManifest[]): Promise<void> {
    app.config.set('plugins', plugins)
    const action = await app.container.make(SynchroniseMenus)
    await action.handle(plugins)
    await announcePluginChange(plugins)
  }
}
