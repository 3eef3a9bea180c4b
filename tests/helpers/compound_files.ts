const SECTOR = 512
const ROOT = 5
const STREAM = 2
const END = 0xff_ff_ff_fe
const NONE = 0xff_ff_ff_ff
const TABLE = 0xff_ff_ff_fd

/** As an office program writes a package that is under a password; nothing in it can be seen without that. */
export function underPassword(content: string): Buffer {
  return compoundFile(['EncryptionInfo', 'EncryptedPackage'], content)
}

/** Of version 3: the table of sectors comes first, then the directory, then what it holds. */
export function compoundFile(names: readonly string[], content: string): Buffer {
  const data = Buffer.alloc(Math.ceil((content.length + 1) / SECTOR) * SECTOR, content)
  const entries = ['Root Entry', ...names].map((name, place) => entryOf(name, place))
  const perSector = SECTOR / 128
  const directories = Math.ceil(entries.length / perSector)
  const directory = Buffer.concat([...entries, Buffer.alloc(directories * SECTOR)])
  const table = Buffer.alloc(SECTOR, 0xff)
  table.writeUInt32LE(TABLE, 0)
  // Each sector of the directory leads to the next.
  for (let sector = 1; sector <= directories; sector++)
    table.writeUInt32LE(sector === directories ? END : sector + 1, sector * 4)
  return Buffer.concat([header(), table, directory.subarray(0, directories * SECTOR), data])
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR, 0)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(3, 26)
  bytes.writeUInt16LE(0xfffe, 28)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(1, 44)
  bytes.writeUInt32LE(1, 48)
  bytes.writeUInt32LE(END, 68)
  bytes.fill(0xff, 76)
  bytes.writeUInt32LE(0, 76)
  return bytes
}

function entryOf(name: string, place: number): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(2 * (name.length + 1), 64)
  entry[66] = place === 0 ? ROOT : STREAM
  for (const at of [68, 72, 76]) entry.writeUInt32LE(NONE, at)
  return entry
}
