/** Sets an entry as the newest one; past `most` entries the oldest one is deleted. */
export function keepNewest<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** Deletes the entries that are over, in a map in the order of their ends. */
export function dropEnded<T>(map: Map<string, T>, isOver: (value: T) => boolean): void {
  for (const [key, value] of map) {
    if (!isOver(value)) return;
    map.delete(key);
  }
}
