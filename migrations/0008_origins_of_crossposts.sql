ALTER TABLE `reddit_post` ADD `origins` text;--> statement-breakpoint
ALTER TABLE `unverified_post` ADD `origins` text;