/** Draws ranks from 0 by Zipf's law: the second is half as frequent as the first. */
export function zipf(count: number, random: () => number) {
  const sums = new Float64Array(count);
  let total = 0;
  for (let rank = 0; rank < count; rank += 1) sums[rank] = total += 1 / (rank + 1);
  const draw = (): number => {
    const wanted = random() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { draw, shareOf: (rank: number) => 1 / (rank + 1) / total };
}
