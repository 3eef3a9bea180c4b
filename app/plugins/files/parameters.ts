import { defineParameters, parameter } from '#kernel/parameters/main'

const MEGABYTE = 1024 * 1024

export const filesParameters = defineParameters('files', {
  storagePerUser: parameter.integer({
    title: 'Storage of one user',
    description: 'How much the files of one user may take, in bytes; 1073741824 is a gigabyte.',
    min: MEGABYTE,
    max: 1024 * 1024 * 1024 * MEGABYTE,
    default: (configuration) => configuration.get('files.storagePerUser'),
  }),
})
