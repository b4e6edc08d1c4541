// Safari before 18 and Chrome and Firefox before 126 have no URL.parse.
URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);
