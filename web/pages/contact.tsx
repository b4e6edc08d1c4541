import { brand } from "#schema/brand.ts";
import { pageTitles } from "#schema/page-titles.ts";
import { FeedbackButton } from "#web/features/feedback/feedback-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Part, ProsePage } from "./prose-page.tsx";

const removal = `mailto:${brand.contactEmail}?subject=${encodeURIComponent("Removal request")}`;

export function ContactPage() {
  return (
    <ProsePage title={pageTitles.contact()} heading="Contact" lead="A person reads what you write.">
      <p className="flex flex-wrap gap-3">
        <a href={`mailto:${brand.contactEmail}`} className={buttonClass("primary")}>
          {brand.contactEmail}
        </a>
        <FeedbackButton className={buttonClass("secondary")} />
      </p>
      <Part id="removal" title="Removal requests">
        <p>
          The quickest way to make a post disappear here is to delete it at Reddit: it then drops
          out of our copy of the listing within 24 hours, and out of hearts and leaderboard when we
          next check. If you cannot delete it, or want your name off the leaderboard, write to{" "}
          <a href={removal}>{brand.contactEmail}</a> with the address of the post or the user name.
          You need not say why if it is your own account or shows you.
        </p>
        <p>
          Intimate pictures shown without consent, or anything with a minor in it, come before
          everything else: report them to Reddit as well, which alone can take the file down.
        </p>
      </Part>
      <Part id="copyright" title="Copyright (DMCA)">
        <p>
          We host no pictures or videos. If a post infringes your copyright, the host it links to
          can remove it for everybody; we remove our entry of it. A notice to us should contain:
        </p>
        <ol>
          <li>the work that is infringed, and that you own it or act for its owner;</li>
          <li>the address of the post here or at Reddit;</li>
          <li>your name and how to reach you;</li>
          <li>
            that you believe in good faith that the use is not allowed, and that what you say is
            true, under penalty of perjury;
          </li>
          <li>your signature, typed is enough.</li>
        </ol>
        <p>
          Send it to <a href={removal}>{brand.contactEmail}</a>. If you posted the work and think
          that its removal was a mistake, answer to the same address and say why.
        </p>
      </Part>
      <Part id="security" title="Security">
        <p>
          Found a hole? Please write to{" "}
          <a href={`mailto:${brand.securityEmail}`}>{brand.securityEmail}</a> before anybody else
          hears of it. We answer, we fix, and we thank you by name if you like.
        </p>
      </Part>
    </ProsePage>
  );
}
