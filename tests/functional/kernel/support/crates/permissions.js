export const cratePermissions = {
  list: { code: 'crates:crate:list', title: 'List crates' },
}
