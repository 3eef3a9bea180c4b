import { computed } from 'vue'
import { live } from '../live/live'
import { me, type MenuNode } from '../session'
import { t } from '../texts'

export interface MenuLink {
  path: string
  title: string
  icon: string | null
  /** The directories above it. */
  trail: readonly string[]
  /** Name of the menu, by which a described page is found. */
  name: string
}

/** What is there for everybody, beside the menus. */
const ownLinks = computed<MenuLink[]>(() =>
  live.isThere
    ? [{ path: '/messages', title: t('messages.title'), icon: 'chat', trail: [], name: 'messages' }]
    : []
)

/** What opens something: the menus, depth first. */
export const links = computed<MenuLink[]>(() => [
  ...ownLinks.value,
  ...linksOf(me.value?.menus ?? []),
])

export const linkAt = (path: string): MenuLink | undefined =>
  links.value.find((link) => path === link.path || path.startsWith(`${link.path}/`))

export const pathOf = ({ path, name }: Pick<MenuNode, 'path' | 'name'>): string =>
  `/${(path ?? name).replace(/^\/+/, '')}`

interface Above {
  trail: readonly string[]
  icon: string | null
}

/** A menu without an icon has that of its directory. */
function linksOf(nodes: readonly MenuNode[], above: Above = { trail: [], icon: null }): MenuLink[] {
  return nodes
    .filter(({ visible }) => visible)
    .flatMap((node) => {
      const { title, name } = node
      const icon = node.icon ?? above.icon
      const below = linksOf(node.children, { trail: [...above.trail, title], icon })
      if (node.type === 'directory') return below
      return [{ path: pathOf(node), title, icon, trail: above.trail, name }, ...below]
    })
}
