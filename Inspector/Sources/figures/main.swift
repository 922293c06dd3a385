import Inspector
