# A formula for Homebrew, from a checkout: brew install --HEAD ./packaging/homebrew/plumbline.rb with the
# repository's address in `head`. Written, not yet run.
class Plumbline < Formula
  desc "Certified ground truth for differential-privacy accounting"
  license "Apache-2.0"
  head "file://#{File.expand_path("../..", __dir__)}", using: :git, branch: "main"

  depends_on "boost" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "tomlplusplus" => :build
  depends_on "flint"
  depends_on "fmt"
  depends_on "gmp"
  depends_on "md4c"
  depends_on "mpfr"
  depends_on "sqlite"

  # MPFR C++: one header, no formula.
  resource "mpreal" do
    url "https://github.com/advanpix/mpreal.git",
        tag:      "mpfrc++-3.6.9",
        revision: "269a03782fa0b87c20470976b88677266c5423ad"
  end

  def install
    resource("mpreal").stage buildpath/"mpreal"
    system "cmake", "--preset", "release", "-B", "build-brew", "-DMPREAL_INCLUDE_DIR=#{buildpath}/mpreal",
           *std_cmake_args
    system "cmake", "--build", "build-brew"
    system "cmake", "--install", "build-brew"
  end

  test do
    assert_match "0.126936737", shell_output("#{bin}/plumbline delta 'gaussian(sigma=1)' --epsilon 1")
  end
end
