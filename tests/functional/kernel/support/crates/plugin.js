import { cratePermissions } from './permissions.js'

/** A package that is no part of the application, as it would be published: plain JavaScript. */
export default {
  name: 'crates',
  description: 'Crates and what is in them',
  from: import.meta.url,
  chancery: '>=0.3.0',
  permissions: cratePermissions,
  menus: [
    {
      type: 'menu',
      name: 'crates',
      title: 'Crates',
      path: '/crates',
      permission: cratePermissions.list,
    },
  ],
  settings: {
    title: 'Crates',
    keys: {
      CRATES_MOST: {
        who: 'an installation with many crates',
        doc: 'How many there may be.',
        unset: '`10`',
        read(key, text = '10') {
          if (Number(text) > 0) return Number(text)
          throw new Error(`${key} is ${text}; set a number above 0`)
        },
      },
    },
  },
  routes: () => import('./routes.js'),
}
